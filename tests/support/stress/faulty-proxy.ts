import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { aFreePort } from '../server-process.ts';

/** How a provider is away: nobody listens, somebody listens and says nothing, or a broken machine answers. */
export type Fault = 'refuses' | 'hangs' | 'breaks';

const BROKEN = 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** The way to a provider, which can be closed in three ways. */
export async function aDoor() {
  const port = await aFreePort();
  const sockets = new Set<Socket>();
  let leadsTo = 0;
  let fault: Fault | null = null;
  let server: Server | null = null;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const enter = (socket: Socket) => {
    keep(socket);
    if (fault === 'hangs') return;
    if (fault === 'breaks') return void socket.once('data', () => socket.end(BROKEN));
    const inside = connect(leadsTo, '127.0.0.1');
    keep(inside);
    socket.pipe(inside).pipe(socket);
    socket.once('close', () => inside.destroy());
    inside.once('close', () => socket.destroy());
  };
  const listen = async () => {
    server = createServer(enter).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const shut = () => {
    server?.close();
    server = null;
    for (const socket of sockets) socket.destroy();
  };
  await listen();

  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    leadTo: (inside: number) => (leadsTo = inside),
    async close(how: Fault) {
      shut();
      fault = how;
      if (how !== 'refuses') await listen();
    },
    async open() {
      shut();
      fault = null;
      await listen();
    },
    drop: shut,
  };
}

export type Door = Awaited<ReturnType<typeof aDoor>>;
