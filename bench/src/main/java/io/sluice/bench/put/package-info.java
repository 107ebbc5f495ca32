/** What it costs to build a Put. */
@NullMarked
package io.sluice.bench.put;

import org.jspecify.annotations.NullMarked;
