const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { bootstrap } = require('@vendure/core');
const { populate } = require('@vendure/core/cli');
const { config } = require('./config.cjs');

const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Asia',
  countries: [{ name: 'India', code: 'IN', zone: 'Asia' }],
  taxRates: [{ name: 'GST', percentage: 18 }],
  shippingMethods: [],
  paymentMethods: [],
  collections: [],
};
const HEAD =
  'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets';
const row = (number) =>
  `Film ${number},film-${number},${'A long evening in a small town. '.repeat(15)},,,,,F${number},149,GST,1000000,false,,`;

async function fill() {
  const file = join(__dirname, 'products.csv');
  writeFileSync(
    file,
    [HEAD, ...Array.from({ length: Number(process.env.PRODUCTS) }, (_, at) => row(at + 1))].join(
      '\n',
    ),
  );
  const app = await populate(() => bootstrap(config), initialData, file);
  await app.close();
  process.exit(0);
}

fill().catch((error) => {
  console.error(error);
  process.exit(1);
});
