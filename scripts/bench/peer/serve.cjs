const { bootstrap } = require('@vendure/core');
const { config } = require('./config.cjs');

bootstrap({
  ...config,
  dbConnectionOptions: { ...config.dbConnectionOptions, synchronize: false },
}).catch((error) => {
  console.error(error);
  process.exit(1);
});
process.once('SIGTERM', () => process.exit(0));
