/**
 * The flags of node that the runtime is started with: a small young generation and a heap that grows by half
 * keep it small. A build's code caches are made with the same ones.
 */
export const programFlags = ['--max-semi-space-size=2', '--heap-growing-percent=50'] as const;
