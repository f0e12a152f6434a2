// Results of the benches against their targets. Lower is better in all of them.

/**
 * `target` is the most a value may be; with `ratioTo`, the most it may be as a multiple of the row of
 * that name. A bench that broke, or compares to a row that is not there, has missed.
 * @param {{name: string, value?: number, unit?: string, target?: number, ratioTo?: string, broken?: string}[]} results
 * @returns {{name: string, value: string, target: string, verdict: string, missed: boolean}[]}
 */
export function judge(results) {
  return results.map((result) => {
    const { name, value, unit = '', target, ratioTo, broken } = result;
    if (broken !== undefined || !Number.isFinite(value))
      return { name, value: broken ?? 'no number', target: '', verdict: 'MISSED', missed: true };
    const base = ratioTo && results.find((other) => other.name === ratioTo)?.value;
    const measured = ratioTo ? value / base : value;
    const missed = target !== undefined && !(measured <= target);
    return {
      name,
      value: `${round(value)} ${unit}` + (ratioTo ? ` (${round(measured)} x)` : ''),
      target: target === undefined ? '' : ratioTo ? `${target} x ${ratioTo}` : `${target} ${unit}`,
      verdict: target === undefined ? '' : missed ? 'MISSED' : 'ok',
      missed,
    };
  });
}

/** The rows as lines of a table with a head. */
export function formatTable(rows) {
  const cells = [
    ['what', 'measured', 'at most', ''],
    ...rows.map((row) => [row.name, row.value, row.target, row.verdict]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column].length)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function round(value) {
  if (!Number.isFinite(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
