export const succeeds = (operation: Promise<unknown>): Promise<boolean> =>
  operation.then(
    () => true,
    () => false,
  );
