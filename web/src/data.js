// The data of the page, as heft.report.page_data writes them.

const KINDS = { u2: Uint16Array, whole: Uint16Array, u4: Uint32Array, f4: Float32Array };
const MISSING = 65535;

export function read() {
  return JSON.parse(document.getElementById("data").textContent);
}

/** The numbers of a packed array, in one typed array; what is missing is null in a plain one. */
export function unpack(packed) {
  const text = atob(packed.data);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const codes = new KINDS[packed.kind](bytes.buffer);
  if (packed.kind !== "u2") return codes;
  const step = (packed.high - packed.low) / (MISSING - 1);
  return Float32Array.from(codes, (code) => (code === MISSING ? NaN : packed.low + step * code));
}

/** The same for uPlot, which takes null for what is missing. */
export function curve(packed) {
  return Array.from(unpack(packed), (value) => (Number.isNaN(value) ? null : value));
}
