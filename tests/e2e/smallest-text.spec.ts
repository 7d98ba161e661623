import { testScreens, useFonts } from '../support/text-sizes.ts';

useFonts({ minimumFontSize: 24 });
testScreens('with a smallest font size of 24 px');
