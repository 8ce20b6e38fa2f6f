// The data of the page, as heft.report.page_data writes them.

const KINDS = { whole: Uint16Array, u4: Uint32Array, f4: Float32Array };
const MISSING = 65535;

let arrays = [];

/** The data: JSON that is compressed and in base64. */
export async function read() {
  const stream = new Blob([bytesOf(document.getElementById("data").textContent)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data = await new Response(stream).json();
  ({ arrays } = data);
  return data;
}

function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** The numbers of a packed array, in one typed array; what is missing is NaN. */
export function unpack({ kind, shape, data, low, high }) {
  const bytes = bytesOf(arrays[data]);
  if (kind !== "codes") return new KINDS[kind](bytes.buffer);
  const n = bytes.length / 2, width = shape.slice(1).reduce((a, b) => a * b, 1), step = (high - low) / (MISSING - 1);
  const codes = new Uint16Array(n);
  for (let i = 0; i < n; i++) codes[i] = (i < width ? 0 : codes[i - width]) + bytes[i] + 256 * bytes[n + i];
  return Float32Array.from(codes, (code) => (code === MISSING ? NaN : low + step * code));
}

/** The same for uPlot, which takes null for what is missing. */
export function curve(packed) {
  return Array.from(unpack(packed), (value) => (Number.isNaN(value) ? null : value));
}
