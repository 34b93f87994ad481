/** The result of `work`, or `otherwise` when it fails or takes longer than `ms`. */
export async function within<T, U>(ms: number, otherwise: U, work: Promise<T>): Promise<T | U> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<U>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), ms);
  });
  const result = work.catch(() => otherwise);
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
