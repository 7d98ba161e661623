import { useStore } from '@nanostores/react';
import type { CSSProperties, KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import {
  CENTRE,
  cropAround,
  type FocalPoint,
  formatFocalPoint,
  parseFocalPoint,
} from '#domain/focal-point.ts';
import { IMAGE_RATIOS, type ImageKind } from '#domain/images.ts';
import { officeScreenMessages as text } from '#messages/office-screens.ts';
import type { FileUpload } from '#stores/office/upload.ts';
import { type ShownPicture, usePicture } from './use-picture.ts';

interface FocusPictureProps {
  label: string;
  imageKind: ImageKind;
  upload: FileUpload;
  /** As typed: `50,30`. */
  value: string;
  onChange: (value: string) => void;
}

/** The chosen picture, on which the focal point is moved, and the crop that results. */
export function FocusPicture({ label, imageKind, upload, value, onChange }: FocusPictureProps) {
  const { file } = useStore(upload.$state);
  const picture = usePicture(file);
  if (!file) return <p className="small text-soft">{text.focusNeedsFile}</p>;
  if (!picture) return <p className="small text-soft">{text.focusUnshown}</p>;
  const point = parseFocalPoint(value) ?? CENTRE;
  const setPoint = ({ x, y }: FocalPoint) =>
    onChange(formatFocalPoint({ x: toPercent(x), y: toPercent(y) }));
  return (
    <div className="office-focus">
      <FocusSlider label={label} picture={picture} point={point} setPoint={setPoint} />
      <figure className="office-crop" data-kind={imageKind}>
        <span className="poster-frame" style={{ aspectRatio: IMAGE_RATIOS[imageKind] }}>
          <img
            src={picture.url}
            alt=""
            style={{ objectPosition: cropPosition(picture, imageKind, point) }}
          />
        </span>
        <figcaption className="small text-soft">{text.croppedPicture[imageKind]}</figcaption>
      </figure>
    </div>
  );
}

interface FocusSliderProps {
  label: string;
  picture: ShownPicture;
  point: FocalPoint;
  setPoint: (point: FocalPoint) => void;
}

function FocusSlider({ label, picture, point, setPoint }: FocusSliderProps) {
  const setFrom = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    setPoint({ x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 });
  };
  const handleMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setFrom(event);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const size = event.shiftKey ? LARGE_STEP : 1;
    setPoint({ x: point.x + step[0] * size, y: point.y + step[1] * size });
  };
  return (
    <div>
      <div
        className="office-focus-picture"
        role="slider"
        tabIndex={0}
        aria-label={text.onPicture(label)}
        aria-roledescription={text.twoDimensionalSlider}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={point.x}
        aria-valuetext={text.focusAt(point.x, point.y)}
        onClick={setFrom}
        onKeyDown={handleKey}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={handleMove}
      >
        <img src={picture.url} alt="" draggable={false} />
        <span className="office-focus-point" style={{ left: `${point.x}%`, top: `${point.y}%` }} />
      </div>
      <p className="small">{text.focusAt(point.x, point.y)}</p>
      <p className="small text-soft">{text.focusHelp}</p>
    </div>
  );
}

const LARGE_STEP = 10;
const STEPS: Partial<Record<string, [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const toPercent = (part: number) => Math.round(Math.min(100, Math.max(0, part)));

/** The part of the picture that the server keeps, as an `object-position`. */
function cropPosition(
  picture: ShownPicture,
  imageKind: ImageKind,
  point: FocalPoint,
): CSSProperties['objectPosition'] {
  const { left, top, width, height } = cropAround(picture, IMAGE_RATIOS[imageKind], point);
  const positionOf = (start: number, cutOff: number) =>
    `${cutOff > 0 ? (start / cutOff) * 100 : 50}%`;
  return `${positionOf(left, picture.width - width)} ${positionOf(top, picture.height - height)}`;
}
