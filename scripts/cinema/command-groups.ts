import { audit } from './nouns/audit.ts';
import { channel } from './nouns/channel.ts';
import { collection } from './nouns/collection.ts';
import { coupon } from './nouns/coupon.ts';
import { genre } from './nouns/genre.ts';
import { backup, restore } from './nouns/backup.ts';
import { doctor } from './nouns/doctor.ts';
import { host } from './nouns/host.ts';
import { bring } from './nouns/import.ts';
import { language } from './nouns/language.ts';
import { media } from './nouns/media.ts';
import { movie } from './nouns/movie.ts';
import { order } from './nouns/order.ts';
import { pages } from './nouns/page.ts';
import { rebuildSite } from './nouns/rebuild.ts';
import { reconcileNow } from './nouns/reconcile.ts';
import { report } from './nouns/report.ts';
import { review } from './nouns/review.ts';
import { submission } from './nouns/submission.ts';
import { subscription } from './nouns/subscription.ts';
import { user } from './nouns/user.ts';
import type { Noun } from './verb.ts';

/** Everything that an operator can say, in the order of --help. A new noun is a file and a line here. */
export const nouns: Noun[] = [
  movie,
  submission,
  media,
  bring,
  collection,
  genre,
  language,
  pages,
  subscription,
  coupon,
  channel,
  user,
  order,
  review,
  report,
  rebuildSite,
  reconcileNow,
  host,
  backup,
  restore,
  doctor,
  audit,
];
