import { useStore } from '@nanostores/react';
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react';
import { displayBytes } from '#domain/format/bytes.ts';
import type { FileKind } from '#domain/office-uploads.ts';
import type { OperationDescription } from '#contract/office.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { FileUpload, UploadState } from '#stores/office/upload.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorText } from '#ui/FieldFrame.tsx';

/** Some systems do not know the types of these extensions. */
const ACCEPTED: Record<FileKind, string> = {
  picture: 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff',
  mp4: 'video/mp4,.mp4,.m4v',
  film: 'video/*,.mkv,.mxf,.mts,.m2ts,.ts,.vob',
  captions: '.vtt,.srt',
};

interface FileFieldProps {
  field: OperationDescription['fields'][number];
  error: string | undefined;
  upload: FileUpload;
}

export function FileField({ field, error, upload }: FileFieldProps) {
  const state = useStore(upload.$state);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const { label } = field;
  const kind = field.fileKind!;
  const choose = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) upload.choose(file);
  };
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    choose(target.files);
    // Allows the same file to be chosen again.
    target.value = '';
  };
  const handleDrag = (event: DragEvent, isInside: boolean) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  const cancel = () => {
    upload.cancel();
    input.current?.focus();
  };
  const shownError = error ?? state.error;
  const action = state.status === 'none' ? text.chooseFile : text.chooseOtherFile;
  return (
    <fieldset className={shownError ? 'field office-file invalid' : 'field office-file'}>
      <legend className="label">{field.isRequired ? text.required(label) : label}</legend>
      <div
        className="office-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => handleDrag(event, true)}
        onDragLeave={(event) => handleDrag(event, false)}
        onDrop={(event) => {
          handleDrag(event, false);
          choose(event.dataTransfer.files);
        }}
      >
        <p className="small text-soft" id={`${id}-hint`}>
          {[field.about, text.fileKinds[kind], text.dropHere].filter(Boolean).join(' ')}
        </p>
        <label className="button secondary small has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-action">
          <span>{action}</span>
          <input
            ref={input}
            type="file"
            className="sr-only"
            accept={ACCEPTED[kind]}
            aria-label={`${label}: ${action}`}
            aria-required={field.isRequired}
            aria-invalid={shownError ? true : undefined}
            aria-describedby={`${id}-hint ${id}-error`}
            onChange={handleChange}
          />
        </label>
        {state.status !== 'none' && (
          <UploadProgress state={state} upload={upload} onCancel={cancel} />
        )}
        <p className="small" role="status">
          {text.uploadStatus[state.status]}
        </p>
      </div>
      <ErrorText id={`${id}-error`} error={shownError} />
    </fieldset>
  );
}

interface UploadProgressProps {
  state: UploadState;
  upload: FileUpload;
  onCancel: () => void;
}

function UploadProgress({ state, upload, onCancel }: UploadProgressProps) {
  const { status, fileName, sentBytes, totalBytes } = state;
  const percent = Math.floor((sentBytes / Math.max(1, totalBytes)) * 100);
  const progress = text.uploadProgress(percent, displayBytes(sentBytes), displayBytes(totalBytes));
  const isRunning = status === 'sending' || status === 'waiting';
  return (
    <div className="office-upload">
      <p className="office-file-name">{fileName}</p>
      {status !== 'failed' && (
        <>
          <div
            className="office-progress"
            role="progressbar"
            aria-label={text.uploadOf(fileName)}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={progress}
          >
            <span style={{ width: `${percent}%` }} />
          </div>
          <p className="small">{progress}</p>
        </>
      )}
      <div className="office-buttons">
        {(isRunning || status === 'paused') && (
          <Button kind="secondary" small onClick={isRunning ? upload.pause : upload.resume}>
            {isRunning ? text.pause : text.resume}
          </Button>
        )}
        <Button kind="text" onClick={onCancel}>
          {status === 'done' || status === 'failed' ? text.removeFile : text.cancelUpload}
        </Button>
      </div>
    </div>
  );
}
