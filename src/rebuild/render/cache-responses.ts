/**
 * From now on this process asks the catalogue each question once: the same shelves stand on many pages, which so agree with
 * each other too. Gives what ends it.
 */
export function rememberReplies(): () => void {
  const ask = globalThis.fetch;
  const known = new Map<string, Promise<{ body: ArrayBuffer; status: number; headers: Headers }>>();
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'GET') return ask(request);
    const reply = known.get(request.url) ?? ask(request).then(read);
    known.set(request.url, reply);
    const { body, ...rest } = await reply;
    return new Response(body.slice(0), rest);
  };
  const read = async (response: Response) => ({
    body: await response.arrayBuffer(),
    status: response.status,
    headers: response.headers,
  });
  return () => (globalThis.fetch = ask);
}
