// The robot as three.js objects: shapes, inertia ellipsoids, centres of mass, joint axes, gravity.

import {
  ArrowHelper, BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, Group, LineBasicMaterial,
  LineSegments, Mesh, MeshBasicMaterial, MeshStandardMaterial, Quaternion, SphereGeometry, Vector3, WireframeGeometry, DoubleSide,
} from "three";
import { unpack } from "./data.js";

const UP = new Vector3(0, 0, 1);

function place(object, pose) {
  object.position.set(pose[0], pose[1], pose[2]);
  object.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
  return object;
}

function geometry(shape, meshes) {
  const [a, b, c] = shape.size;
  switch (shape.kind) {
    case "box": return new BoxGeometry(a, b, c);
    case "sphere": return new SphereGeometry(a, 32, 20);
    case "cylinder": return new CylinderGeometry(a, a, b, 40).rotateX(Math.PI / 2);
    case "capsule": return new CapsuleGeometry(a, b, 10, 28).rotateX(Math.PI / 2);
    case "ellipsoid": return new SphereGeometry(1, 32, 20).scale(a, b, c);
    default: return meshes[shape.mesh];
  }
}

function surface(mesh) {
  const made = new BufferGeometry();
  made.setAttribute("position", new BufferAttribute(unpack(mesh.vertices), 3));
  made.setIndex(new BufferAttribute(unpack(mesh.triangles), 1));
  // flat shading: every triangle has its own normal
  const flat = made.toNonIndexed();
  flat.computeVertexNormals();
  return flat;
}

function ellipsoid(inertia, material, wire) {
  const smallest = Math.max(...inertia.radii, 1e-6) * 0.02;
  const radii = inertia.radii.map((radius) => Math.max(radius, smallest));
  const sphere = new SphereGeometry(1, wire ? 16 : 32, wire ? 10 : 20).scale(...radii);
  const made = wire ? new LineSegments(new WireframeGeometry(sphere), material) : new Mesh(sphere, material);
  return place(made, inertia.pose);
}

function centre(inertia, material, size) {
  const made = new Mesh(new SphereGeometry(size, 16, 12), material);
  made.position.set(inertia.pose[0], inertia.pose[1], inertia.pose[2]);
  made.renderOrder = 2;
  return made;
}

/** Let an arrow be seen through whatever stands before it. */
function overAll(arrow) {
  arrow.renderOrder = 3;
  for (const part of arrow.children) {
    Object.assign(part.material, { depthTest: false, transparent: true });
    part.renderOrder = 3;
  }
}

/** All objects of a page's robot; `size` is that of a mark, in metres. */
export class RobotObjects {
  constructor(data, size) {
    this.root = new Group();
    this.layers = { shapes: [], file: [], estimate: [], centres: [], axes: [], gravity: [] };
    this.materials = {
      file: new LineBasicMaterial({ transparent: true, opacity: 0.55 }),
      estimate: new MeshStandardMaterial({ transparent: true, opacity: 0.55, roughness: 0.6, depthWrite: false }),
      fileCentre: new MeshBasicMaterial({ depthTest: false, transparent: true }),
      estimateCentre: new MeshBasicMaterial({ depthTest: false, transparent: true }),
      axis: new LineBasicMaterial(),
      fixed: new MeshStandardMaterial({ roughness: 0.8, side: DoubleSide }),
    };
    const meshes = data.meshes.map(surface);
    for (const shape of data.fixed) this.add(this.root, "shapes", place(new Mesh(geometry(shape, meshes), this.materials.fixed), shape.pose));
    this.bodies = data.links.map((link, k) => this.body(link, k, meshes, size));
  }

  add(parent, layer, object) {
    object.userData.body = parent === this.root ? null : parent.userData.body;
    parent.add(object);
    this.layers[layer].push(object);
  }

  body(link, k, meshes, size) {
    const group = new Group();
    group.userData.body = k;
    const material = new MeshStandardMaterial({ roughness: 0.55, metalness: 0.05, side: DoubleSide });
    for (const shape of link.shapes) {
      const made = place(new Mesh(geometry(shape, meshes), material), shape.pose);
      made.userData.link = k;
      this.add(group, "shapes", made);
    }
    if (link.file) {
      this.add(group, "file", ellipsoid(link.file, this.materials.file, true));
      this.add(group, "centres", centre(link.file, this.materials.fileCentre, 0.8 * size));
    }
    if (link.estimate) {
      this.add(group, "estimate", ellipsoid(link.estimate, this.materials.estimate, false));
      this.add(group, "centres", centre(link.estimate, this.materials.estimateCentre, size));
    }
    if (link.axis) {
      const axis = new Vector3(...link.axis);
      const arrow = new ArrowHelper(axis, axis.clone().multiplyScalar(-6 * size), 14 * size, 0, 3 * size, 1.6 * size);
      overAll(arrow);
      this.add(group, "axes", arrow);
    }
    group.userData.material = material;
    this.root.add(group);
    return group;
  }

  /** An arrow of length one, which the view keeps in a corner of the picture. */
  gravity(vector) {
    const direction = new Vector3(...vector);
    if (!direction.length()) return;
    this.arrow = new ArrowHelper(direction.normalize(), new Vector3(), 1, 0, 0.35, 0.2);
    overAll(this.arrow);
    this.add(this.root, "gravity", this.arrow);
  }

  /** Show or hide a layer; of inertias, only those of the link that is picked, if one is. */
  show(layer, visible, picked) {
    const one = ["file", "estimate"].includes(layer) && picked !== null;
    for (const object of this.layers[layer]) object.visible = visible && (!one || object.userData.body === picked);
  }

  /** Put all links where packed poses (frames, links, 7) have them, between frame k and the next. */
  pose(poses, k, share) {
    const a = new Quaternion(), b = new Quaternion();
    const width = 7 * this.bodies.length;
    const next = (k + 1) * width < poses.length ? k + 1 : k;
    this.bodies.forEach((body, i) => {
      const x = k * width + 7 * i, y = next * width + 7 * i;
      body.position.set(...[0, 1, 2].map((j) => poses[x + j] + share * (poses[y + j] - poses[x + j])));
      a.set(poses[x + 3], poses[x + 4], poses[x + 5], poses[x + 6]);
      b.set(poses[y + 3], poses[y + 4], poses[y + 5], poses[y + 6]);
      body.quaternion.copy(a.slerp(b, share).normalize());
    });
  }
}

export { UP };
