import { audit } from './commands/audit.ts';
import { channel } from './commands/channel.ts';
import { collection } from './commands/collection.ts';
import { coupon } from './commands/coupon.ts';
import { genre } from './commands/genre.ts';
import { backup, restore } from './commands/backup.ts';
import { dispute } from './commands/dispute.ts';
import { doctor } from './commands/doctor.ts';
import { host } from './commands/host.ts';
import { importGroup } from './commands/import.ts';
import { language } from './commands/language.ts';
import { media } from './commands/media.ts';
import { movie } from './commands/movie.ts';
import { order } from './commands/order.ts';
import { office } from './commands/office.ts';
import { pages } from './commands/page.ts';
import { rebuildGroup } from './commands/rebuild.ts';
import { reconcileGroup } from './commands/reconcile.ts';
import { report } from './commands/report.ts';
import { review } from './commands/review.ts';
import { statement } from './commands/statement.ts';
import { submission } from './commands/submission.ts';
import { subscription } from './commands/subscription.ts';
import { user } from './commands/user.ts';
import type { CommandGroup } from './command.ts';

/** In the order of --help. */
export const commandGroups: CommandGroup[] = [
  movie,
  submission,
  media,
  importGroup,
  collection,
  genre,
  language,
  pages,
  subscription,
  coupon,
  channel,
  user,
  order,
  dispute,
  review,
  report,
  statement,
  rebuildGroup,
  reconcileGroup,
  host,
  backup,
  restore,
  doctor,
  audit,
  office,
];
