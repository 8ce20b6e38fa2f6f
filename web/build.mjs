// Builds what the reports of heft contain: src/heft/report/assets. Run by `make assets`.
//
// The script is one file: our modules, and of three.js and uPlot what they use. `built.json` holds the versions and a
// hash of every source, so that a test notices assets that are older than their sources.

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "src", "heft", "report", "assets");
mkdirSync(assets, { recursive: true });

const script = await build({
  entryPoints: [join(here, "src", "main.js")],
  write: false,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  banner: { js: "/* heft (Apache-2.0), three.js (MIT), uPlot (MIT); see LICENSE.three and LICENSE.uplot of heft */" },
});
// tabs stand in the shaders alone, where a space means the same; a page has no control characters
writeFileSync(join(assets, "report.js"), script.outputFiles[0].text.replace(/\t+/g, " "));
await build({
  entryPoints: [join(here, "src", "style.css")],
  outfile: join(assets, "report.css"),
  bundle: true,
  minify: true,
  charset: "ascii",
});

const { devDependencies: versions } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const sources = {};
for (const name of readdirSync(join(here, "src")).sort()) {
  sources[name] = createHash("sha256").update(readFileSync(join(here, "src", name))).digest("hex");
}
writeFileSync(join(assets, "built.json"), JSON.stringify({ versions, sources }, null, 1) + "\n");
for (const name of ["three", "uplot"]) {
  copyFileSync(join(here, "node_modules", name, "LICENSE"), join(assets, `LICENSE.${name}`));
}
