export interface CsvStyle {
  readonly delimiter?: ',' | ';';
  /** Excel of a European desk: byte order mark and CRLF. */
  readonly excel?: boolean;
}

/** Cells are quoted only where they hold a delimiter, a quote or a line break. */
export function csv(
  rows: readonly (readonly string[])[],
  { delimiter = ',', excel = false }: CsvStyle = {},
): Uint8Array {
  const cell = (value: string): string =>
    /["\r\n]/.test(value) || value.includes(delimiter) ? `"${value.replaceAll('"', '""')}"` : value;
  const lines = rows.map((row) => row.map(cell).join(delimiter));
  const end = excel ? '\r\n' : '\n';
  return Buffer.from(`${excel ? '\uFEFF' : ''}${lines.join(end)}${end}`);
}
