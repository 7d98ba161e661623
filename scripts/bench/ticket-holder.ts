import { randomInt } from 'node:crypto';
import { CINEMA_ZONE, toWire } from '#domain/dates.ts';
import { withoutUndefined } from '#domain/without-undefined.ts';
import { CommandError } from '../command-error.ts';

function createApiClient(origin: string, token?: string) {
  return async (method: string, path: string, body?: object) => {
    const headers = withoutUndefined({
      'Content-Type': 'application/json',
      Authorization: token && `Bearer ${token}`,
    });
    const response = await fetch(origin + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    }).catch(() => null);
    if (!response)
      throw new CommandError(`No server answers at ${origin}. Start one first: npm start`);
    if (!response.ok)
      throw new CommandError(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

/** Signs up a viewer and books a ticket with the free coupon of the sample cinema. */
export async function createTicketHolder(origin: string) {
  const guest = createApiClient(origin);
  const mobileno = `8${String(randomInt(0, 10 ** 9)).padStart(9, '0')}`;
  await guest('POST', '/api/auth/users/registerbyphone', { mobileno, countryCode: '91' });
  const [message] = await guest('GET', `/sandbox/inbox.json?to=91${mobileno}`);
  const [password] = message.text.match(/\d{6}/);
  const signedIn = await guest('POST', '/api/auth/users/login', { username: mobileno, password });
  const viewer = createApiClient(origin, signedIn.token);
  const { content } = await guest('GET', '/api/ott/public/streamingnow?size=100');
  const [film, otherFilm] = content.filter(
    (each: { movieType: string; ticketRate: number }) =>
      each.movieType === 'MOVIES' && each.ticketRate > 0,
  );
  const order = await viewer('POST', `/api/ott/movies/${film.movieId}/orders`, {
    bookingStartTime: toWire(new Date()),
    timezone: CINEMA_ZONE,
    couponCode: 'HOUSEFULL',
  });
  await viewer('PUT', `/api/ott/orders/${order.movieOrderId}/payment`, {
    paymentStatus: 'PAID',
    paidAmount: 0,
  });
  return {
    movieId: film.movieId as number,
    movieOrderId: order.movieOrderId as number,
    /** A film without a ticket. */
    otherMovieId: otherFilm.movieId as number,
    /** What a signed-in browser stores. */
    localStorage: {
      userToken: signedIn.token as string,
      refreshToken: signedIn.refreshtoken as string,
      userId: String(signedIn.userId),
      mobileNumber: mobileno,
    },
    viewer,
  };
}
export type TicketHolder = Awaited<ReturnType<typeof createTicketHolder>>;
