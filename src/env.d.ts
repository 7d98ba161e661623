/// <reference types="astro/client" />
import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:intent'?: boolean | { controls?: string; nearIfPersonal?: boolean };
    'client:near'?: boolean;
  }
}

declare global {
  interface ImportMetaEnv {
    readonly PUBLIC_AUTH_URL?: string;
    readonly PUBLIC_OTT_URL?: string;
    readonly PUBLIC_IMAGE_BASE?: string;
    readonly PUBLIC_SUPPORT_EMAIL?: string;
    readonly PUBLIC_SERVICE_WORKER?: string;
    readonly PUBLIC_MOBILE_APP_URL?: string;
    readonly PUBLIC_TV_APP_URL?: string;
    readonly PUBLIC_STREAMING_STICK_URL?: string;
    readonly PUBLIC_FACEBOOK_PAGE_URL?: string;
    readonly PUBLIC_INSTAGRAM_PAGE_URL?: string;
    readonly PUBLIC_YOUTUBE_PAGE_URL?: string;
    readonly PUBLIC_SOURCE_URL?: string;
    /** Only in src/embed (astro.config.mjs). */
    readonly FILM_PATH: string;
  }
}
