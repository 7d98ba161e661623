import { stateOfGstin } from '#domain/states.ts';
import type { Environment } from './environment.ts';
import { requireSetting } from './read-setting.ts';

export const SAMPLE_SUPPLIER = {
  name: 'Sample Picture House',
  address: ['14 Cathedral Road', 'Chennai 600086'],
  gstin: '33AAAAA0000A1Z5',
};

/** `isSample`: the sample seller, whose buyers need not give their State. */
export function supplierSettings(env: Environment, isProduction: boolean) {
  const { SUPPLIER_GSTIN: gstin, SUPPLIER_LUT: isUnderLut } = env;
  if (gstin) {
    const name = requireSetting(env, 'SUPPLIER_NAME', 'SUPPLIER_GSTIN');
    const address = requireSetting(env, 'SUPPLIER_ADDRESS', 'SUPPLIER_GSTIN');
    const lines = address.split('|').map((line) => line.trim());
    return {
      name,
      address: lines,
      gstin,
      stateCode: stateOfGstin(gstin)!.code,
      isUnderLut,
      isSample: false,
    };
  }
  if (isProduction) return null;
  return {
    ...SAMPLE_SUPPLIER,
    stateCode: stateOfGstin(SAMPLE_SUPPLIER.gstin)!.code,
    isUnderLut,
    isSample: true,
  };
}
