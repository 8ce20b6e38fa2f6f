// The picture of the robot: camera, light, turning and zooming, and which link is under the pointer.

import {
  AmbientLight, Box3, Color, DirectionalLight, GridHelper, HemisphereLight, PerspectiveCamera, Quaternion, Raycaster, Scene, Spherical, TOUCH,
  Vector2, Vector3, WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { unpack } from "./data.js";
import { RobotObjects } from "./robot.js";
import { colour } from "./theme.js";

/** The length of the arrow of gravity [px]. */
const GRAVITY = 48;

const PLACES = 24;

/** What is to the right and what is up in a picture that is taken from a direction. */
function sides(towards) {
  const right = new Vector3(0, 0, 1).cross(towards).normalize();
  return [right, towards.clone().cross(right)];
}

export class View {
  constructor(canvas, data) {
    this.canvas = canvas;
    this.data = data;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(35, 1, 0.001, 1000);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableZoom = false;
    // one finger scrolls the page up and down, and turns the robot sideways; two turn and zoom it
    this.controls.touches.TWO = TOUCH.DOLLY_ROTATE;
    canvas.style.touchAction = "pan-y";
    this.controls.addEventListener("change", () => this.draw());
    this.scene.add(new HemisphereLight(0xffffff, 0x8090a0, 1.6), new AmbientLight(0xffffff, 0.5));
    this.sun = new DirectionalLight(0xffffff, 2.2);
    this.scene.add(this.sun);
    this.size = this.measure();
    this.robot = new RobotObjects(data, this.size);
    this.scene.add(this.robot.root);
    this.selected = null;
    this.setRun(null);
    this.resize();
    this.frame();
    this.controls.addEventListener("start", () => { this.moved = true; });
    this.robot.gravity(data.gravity);
    this.keys();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  /** The size of marks: a fiftieth of the size of the robot. */
  measure() {
    const rest = unpack(this.data.rest);
    const box = new Box3();
    for (let i = 0; i < rest.length; i += 7) box.expandByPoint(new Vector3(rest[i], rest[i + 1], rest[i + 2]));
    const radii = this.data.links.flatMap((link) => (link.estimate ? link.estimate.radii : []));
    return Math.max(box.getSize(new Vector3()).length(), 0.5 * Math.max(0.01, ...radii)) / 60;
  }

  setRun(run) {
    this.times = run ? unpack(run.t) : new Float32Array([0]);
    this.poses = run ? unpack(run.poses) : unpack(this.data.rest);
    this.setTime(0);
    if (this.grid && !this.moved) this.frame();
  }

  setTime(time) {
    this.pose(time);
    this.draw();
  }

  pose(time) {
    this.time = time;
    let low = 0, high = this.times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle;
    }
    const span = this.times[high] - this.times[low];
    this.robot.pose(this.poses, low, span > 0 ? Math.min(Math.max((time - this.times[low]) / span, 0), 1) : 0);
  }

  /** Look at the whole robot. */
  frame() {
    const box = this.reach();
    const towards = new Vector3(1.7, -2.3, 1.25).normalize();
    const centre = this.middle(box.getCenter(new Vector3()), towards);
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, 1e-3);
    this.camera.near = radius / 100;
    this.camera.far = radius * 100;
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).add(towards.clone().multiplyScalar(Math.max(this.distance(centre, towards), 1.2 * radius)));
    this.camera.updateProjectionMatrix();
    this.controls.update();
    if (!this.grid) {
      const step = 10 ** Math.ceil(Math.log10(radius / 15));
      const cells = 2 * Math.ceil((1.6 * radius) / step);
      this.grid = new GridHelper(cells * step, cells);
      this.grid.renderOrder = -1;
      this.grid.material.depthWrite = false;
      this.grid.rotation.x = Math.PI / 2;
      this.grid.position.set(Math.round(centre.x / step) * step, Math.round(centre.y / step) * step, box.min.z - 1e-3 * radius);
      this.scene.add(this.grid);
    }
  }

  /** The box around all places that the robot takes along its run. */
  reach() {
    const box = new Box3(), one = new Box3(), now = this.time;
    this.corners = [];
    for (let k = 0; k < (this.times.length > 1 ? PLACES : 1); k++) {
      this.pose((k / (PLACES - 1)) * this.times[this.times.length - 1]);
      this.robot.root.updateMatrixWorld(true);
      const { shapes, estimate } = this.robot.layers;
      for (const shape of shapes.length ? shapes : estimate) {
        one.setFromObject(shape);
        if (one.isEmpty()) continue;
        box.union(one);
        for (const x of [one.min.x, one.max.x]) for (const y of [one.min.y, one.max.y]) for (const z of [one.min.z, one.max.z]) this.corners.push(new Vector3(x, y, z));
      }
    }
    this.pose(now);
    this.robot.root.updateMatrixWorld(true);
    if (box.isEmpty()) box.expandByPoint(new Vector3());
    return box;
  }

  /** The point near the centre of the robot that is in the middle of what is seen of it from a direction. */
  middle(centre, towards) {
    const middle = centre.clone();
    for (const axis of sides(towards)) {
      const along = this.corners.map((corner) => corner.clone().sub(centre).dot(axis));
      if (along.length) middle.addScaledVector(axis, (Math.min(...along) + Math.max(...along)) / 2);
    }
    return middle;
  }

  /** How far from the centre the camera is, in a direction, so that all of the robot just fits into the picture. */
  distance(centre, towards) {
    const high = Math.tan((this.camera.fov * Math.PI) / 360), wide = high * this.camera.aspect;
    const [right, up] = sides(towards);
    const needed = this.corners.map((corner) => {
      const at = corner.clone().sub(centre);
      return at.dot(towards) + Math.max(Math.abs(at.dot(right)) / wide, Math.abs(at.dot(up)) / high);
    });
    return 1.08 * Math.max(...needed, 0);
  }

  /** Keep the arrow of gravity in the upper left corner, as large as it is from everywhere. */
  placeGravity() {
    const { arrow } = this.robot;
    if (!arrow) return;
    const far = this.camera.position.distanceTo(this.controls.target), high = 2 * far * Math.tan((this.camera.fov * Math.PI) / 360);
    const length = (GRAVITY / Math.max(this.canvas.clientHeight, 1)) * high;
    const side = 1 - (3 * GRAVITY) / (2 * Math.max(this.canvas.clientWidth, 1)), top = 1 - (3 * GRAVITY) / (2 * Math.max(this.canvas.clientHeight, 1));
    const depth = new Vector3().copy(this.controls.target).project(this.camera).z;
    const middle = new Vector3(-side, top, depth).unproject(this.camera);
    // turned as the ray to the corner is, so that it looks as it would in the middle of the picture
    const eye = this.camera.position, ahead = this.controls.target.clone().sub(eye).normalize();
    const turned = new Quaternion().setFromUnitVectors(ahead, middle.clone().sub(eye).normalize());
    const down = new Vector3(...this.data.gravity).normalize().applyQuaternion(turned);
    arrow.setDirection(down);
    arrow.scale.setScalar(length);
    arrow.position.copy(middle).addScaledVector(down, -length / 2);
  }

  paint(colours) {
    this.robot.bodies.forEach((body, k) => {
      const material = body.userData.material;
      material.color = new Color(colours[k]);
      const chosen = this.selected === k;
      material.emissive = new Color(chosen ? colour("accent") : "#000000");
      material.emissiveIntensity = chosen ? 0.45 : 0;
      material.transparent = this.clear || (this.selected !== null && !chosen);
      material.opacity = this.clear ? 0.25 : this.selected !== null && !chosen ? 0.5 : 1;
      material.needsUpdate = true;
    });
    const { materials } = this.robot;
    materials.file.color = new Color(colour("file"));
    materials.estimate.color = new Color(colour("estimate"));
    materials.fileCentre.color = new Color(colour("file"));
    materials.estimateCentre.color = new Color(colour("estimate"));
    materials.fixed.color = new Color(colour("fixed"));
    for (const arrow of this.robot.layers.axes) arrow.setColor(new Color(colour("axis")));
    if (this.robot.arrow) this.robot.arrow.setColor(new Color(colour("ink")));
    this.grid.material.color = new Color(colour("line"));
    this.grid.material.vertexColors = false;
    this.grid.material.needsUpdate = true;
    this.draw();
  }

  show(layer, visible) {
    this.robot.show(layer, visible, this.selected);
    this.draw();
  }

  /** The link at a place of the window, or null. */
  under(event) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const at = new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const hit = ray.intersectObjects(this.robot.layers.shapes.filter((shape) => shape.visible), false)[0];
    return hit && hit.object.userData.link !== undefined ? hit.object.userData.link : null;
  }

  turn(right, up) {
    const offset = this.camera.position.clone().sub(this.controls.target).applyAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
    this.moved = true;
    const place = new Spherical().setFromVector3(offset);
    place.theta += right;
    place.phi = Math.min(Math.max(place.phi - up, 0.05), Math.PI - 0.05);
    this.camera.position.copy(this.controls.target).add(new Vector3().setFromSpherical(place).applyAxisAngle(new Vector3(1, 0, 0), Math.PI / 2));
    this.controls.update();
    this.draw();
  }

  zoom(factor) {
    const { target } = this.controls;
    this.moved = true;
    this.camera.position.sub(target).multiplyScalar(factor).add(target);
    this.controls.update();
    this.draw();
  }

  keys() {
    const moves = {
      ArrowLeft: () => this.turn(-0.1, 0), ArrowRight: () => this.turn(0.1, 0), ArrowUp: () => this.turn(0, 0.1), ArrowDown: () => this.turn(0, -0.1),
      "+": () => this.zoom(0.9), "=": () => this.zoom(0.9), "-": () => this.zoom(1.1), 0: () => this.frame(),
    };
    this.canvas.addEventListener("keydown", (event) => {
      if (!moves[event.key] || event.ctrlKey || event.metaKey) return;
      moves[event.key]();
      event.preventDefault();
    });
    // the wheel scrolls the page until the picture has the focus
    this.canvas.addEventListener("pointerdown", () => { this.controls.enableZoom = true; this.canvas.focus({ preventScroll: true }); });
    this.canvas.addEventListener("focus", () => { this.controls.enableZoom = true; });
    this.canvas.addEventListener("blur", () => { this.controls.enableZoom = false; });
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (this.grid && !this.moved) this.frame();
    this.render();
  }

  draw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.render());
  }

  render() {
    this.waiting = false;
    this.placeGravity();
    this.sun.position.copy(this.camera.position).add(new Vector3(0, 0, 3 * this.camera.position.length()));
    this.renderer.render(this.scene, this.camera);
    if (!this.seen) requestAnimationFrame(() => performance.mark("first-picture"));
    this.seen = true;
  }
}
