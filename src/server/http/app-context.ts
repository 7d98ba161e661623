import type { Context } from 'hono';

export interface AppEnv {
  Variables: { requestId: string; callerIp: string };
}
export type AppContext = Context<AppEnv>;
