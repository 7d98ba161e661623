import { z } from 'zod';
import { PAGE_SIZES } from '#domain/limits.ts';
import { Id, WireDate } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';

export const Review = z.object({
  reviewId: z.number(),
  rating: z.number().min(1).max(5),
  reviewComments: z.string(),
  createdOn: WireDate,
  active: z.enum(['Y', 'N']),
  userId: z.number(),
  movieId: z.number(),
  user: z.object({ firstName: z.string(), userImageName: z.string().nullable() }),
});
export type Review = z.infer<typeof Review>;

export const publicReviewsByMovie = endpoint({
  service: 'ott',
  auth: 'none',
  method: 'GET',
  path: '/public/moviereviewsbymovie/:movieId',
  summary: 'Reviews of a film, newest first',
  params: z.object({ movieId: Id }),
  query: pageQuery({ base: 1, size: PAGE_SIZES.reviews, sortable: ['createdOn', 'rating'] }),
  status: 200,
  reply: pageOf(Review),
  cache: { maxAge: 30, sMaxAge: 60, staleWhileRevalidate: 600 },
});
