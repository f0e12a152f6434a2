/** Requests as the machines take them: an optional field that is null counts as absent. */

/** In lists and objects too. */
export type Given<T> = T extends readonly (infer E)[]
  ? readonly Given<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Given<Exclude<T[K], null>> }
    : T;

export function withoutNulls<T>(value: T): Given<T> {
  if (Array.isArray(value)) return value.map(withoutNulls) as Given<T>;
  if (typeof value !== 'object' || value === null) return value as Given<T>;
  const fields = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(fields.map(([key, field]) => [key, withoutNulls(field)])) as Given<T>;
}
