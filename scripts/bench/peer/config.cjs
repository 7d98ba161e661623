const { DefaultLogger, LogLevel } = require('@vendure/core');

/** A Vendure server without plugins, e-mails and jobs. */
const { hostname, port, pathname, username, password } = new URL(process.env.DATABASE_URL);

exports.config = {
  apiOptions: {
    port: Number(process.env.PORT),
    hostname: '127.0.0.1',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
  },
  dbConnectionOptions: {
    type: 'postgres',
    schema: process.env.SCHEMA,
    synchronize: true,
    host: hostname,
    port: Number(port || 5432),
    database: pathname.slice(1),
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
  },
  paymentOptions: { paymentMethodHandlers: [] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
};
