/** Draws results as SVG, by hand: no library, no font. Depends on {@code bench.result} alone. */
@NullMarked
package io.sluice.bench.plot;

import org.jspecify.annotations.NullMarked;
