import { atom } from 'nanostores';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import { createFileUpload, type FileUpload } from './upload.ts';

interface CaptionRow {
  rowId: number;
  language: string;
  upload: FileUpload;
  /** Of the file field; empty until the file has arrived. */
  value: string;
}

export type CaptionUploads = ReturnType<typeof createCaptionUploads>;

/**
 * Uploads the captions of a film. `onValue` gets one line for each file that has arrived:
 * `ta=upload:<id>`.
 */
export function createCaptionUploads(onValue: (value: string) => void) {
  const $rows = atom<CaptionRow[]>([]);
  let lastId = 0;

  function setRows(rows: CaptionRow[]) {
    $rows.set(rows);
    onValue(
      rows
        .filter(({ value }) => value)
        .map(({ language, value }) => `${language.trim()}=${value}`)
        .join('\n'),
    );
  }
  const change = (rowId: number, part: Partial<CaptionRow>) =>
    setRows($rows.get().map((row) => (row.rowId === rowId ? { ...row, ...part } : row)));

  return {
    $rows,
    add() {
      const rowId = ++lastId;
      const upload = createFileUpload('captions', (value) => change(rowId, { value }));
      setRows([...$rows.get(), { rowId, language: '', upload, value: '' }]);
    },
    setLanguage: (rowId: number, language: string) => change(rowId, { language }),
    remove(rowId: number) {
      $rows
        .get()
        .find((row) => row.rowId === rowId)
        ?.upload.cancel();
      setRows($rows.get().filter((row) => row.rowId !== rowId));
    },
    pause: () => $rows.get().forEach(({ upload }) => upload.pause()),
    /** Why the form cannot be sent yet; empty if it can. */
    problem: (): string => {
      const rows = $rows.get();
      if (rows.some(({ language, value }) => !language.trim() || !value))
        return text.captionsIncomplete;
      return rows.map(({ upload }) => upload.problem()).find(Boolean) ?? '';
    },
  };
}
