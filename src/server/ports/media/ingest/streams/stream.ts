/** A stream of a source, as ffprobe prints it. */
export interface Stream {
  index: number;
  codec_type?: string;
  codec_name?: string;
  profile?: string;
  width?: number;
  height?: number;
  pix_fmt?: string;
  sample_aspect_ratio?: string;
  field_order?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  nb_frames?: string;
  color_transfer?: string;
  color_space?: string;
  color_primaries?: string;
  color_range?: string;
  channels?: number;
  channel_layout?: string;
  sample_rate?: string;
  bit_rate?: string;
  start_time?: string;
  duration?: string;
  disposition?: Record<string, number>;
  tags?: Record<string, string>;
  side_data_list?: { rotation?: number; dv_profile?: number }[];
}

/** Of a transport stream. */
export interface Programme {
  streams?: { index: number }[];
}

const PROPERTIES = [
  'index,codec_type,codec_name,profile,width,height,pix_fmt,sample_aspect_ratio,field_order,avg_frame_rate,r_frame_rate',
  'nb_frames,color_transfer,color_space,color_primaries,color_range,channels,channel_layout,sample_rate,bit_rate',
  'start_time,duration',
].join(',');

/** What `Stream` and `Programme` name. A film's other tags can be of any size. */
export const STREAM_ENTRIES = `stream=${PROPERTIES}:stream_disposition:stream_tags=language,title,DURATION:stream_side_data:program=program_id:program_stream=index`;

export const hasDisposition = ({ disposition }: Stream, name: string): boolean =>
  disposition?.[name] === 1;

export const defaultFirst = (a: Stream, b: Stream) =>
  Number(hasDisposition(b, 'default')) - Number(hasDisposition(a, 'default'));
