import { stateOfGstin } from '#domain/states.ts';
import { type Environment, required } from './environment.ts';

/** Who sells, for the papers. */
export interface Supplier {
  name: string;
  address: string[];
  gstin: string;
  stateCode: string;
  isUnderLut: boolean;
  /** The sample house's own: its buyers need not say where they live. */
  isSandbox: boolean;
}

export const SAMPLE_SUPPLIER = {
  name: 'Sample Picture House',
  address: ['14 Cathedral Road', 'Chennai 600086'],
  gstin: '33AAAAA0000A1Z5',
};

export function supplierOf(env: Environment, isProduction: boolean): Supplier | null {
  const { SUPPLIER_GSTIN: gstin, SUPPLIER_LUT: isUnderLut } = env;
  if (gstin) {
    const name = required(env, 'SUPPLIER_NAME', 'SUPPLIER_GSTIN');
    const address = required(env, 'SUPPLIER_ADDRESS', 'SUPPLIER_GSTIN');
    const lines = address.split('|').map((line) => line.trim());
    return { name, address: lines, gstin, stateCode: stateOfGstin(gstin)!.code, isUnderLut, isSandbox: false };
  }
  if (isProduction) return null;
  return { ...SAMPLE_SUPPLIER, stateCode: stateOfGstin(SAMPLE_SUPPLIER.gstin)!.code, isUnderLut, isSandbox: true };
}
