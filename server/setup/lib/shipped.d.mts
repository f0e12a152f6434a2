export interface ShippedPackage {
  name: string;
  license: string;
  /** Absolute. */
  folder: string;
}

/**
 * Dependencies, and bundled devDependencies, with all that they bring, as installed here.
 * @param root absolute root of the checkout
 */
export function shippedPackages(root: string): ShippedPackage[];
