import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { aFreePort } from '../server-process.ts';

/** refuses: no listener. stalls: accepts and never responds. breaks: responds with status 500. */
export type ProxyFault = 'refuses' | 'stalls' | 'breaks';

const BROKEN =
  'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

export async function aFaultyProxy() {
  const port = await aFreePort();
  const sockets = new Set<Socket>();
  let targetPort = 0;
  let fault: ProxyFault | null = null;
  let server: Server | null = null;

  const trackSocket = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
  };
  const accept = (socket: Socket) => {
    trackSocket(socket);
    if (fault === 'stalls') return;
    if (fault === 'breaks') return void socket.once('data', () => socket.end(BROKEN));
    const target = connect(targetPort, '127.0.0.1');
    trackSocket(target);
    socket.pipe(target).pipe(socket);
    socket.once('close', () => target.destroy());
    target.once('close', () => socket.destroy());
  };
  const listen = async () => {
    server = createServer(accept).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const closeAll = () => {
    server?.close();
    server = null;
    for (const socket of sockets) socket.destroy();
  };
  await listen();

  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    setTargetPort: (value: number) => (targetPort = value),
    async startFault(newFault: ProxyFault) {
      closeAll();
      fault = newFault;
      if (newFault !== 'refuses') await listen();
    },
    async endFault() {
      closeAll();
      fault = null;
      await listen();
    },
    close: closeAll,
  };
}

export type FaultyProxy = Awaited<ReturnType<typeof aFaultyProxy>>;
