/** A bare Hono server that sends BYTES bytes: the limit of this machine and of the load tool. */
import { randomBytes } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const body = randomBytes(Number(process.env['BYTES']));
const app = new Hono().get(
  '/',
  () => new Response(body, { headers: { 'Content-Type': 'application/json' } }),
);
serve({ fetch: app.fetch, port: Number(process.env['PORT']), hostname: '127.0.0.1' });
