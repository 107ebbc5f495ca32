/** Looks for the settings with which each peer writes fastest. */
@NullMarked
package io.sluice.bench.sweep;

import org.jspecify.annotations.NullMarked;
