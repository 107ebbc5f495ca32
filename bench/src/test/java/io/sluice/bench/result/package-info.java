/** Tests of results. */
@NullMarked
package io.sluice.bench.result;

import org.jspecify.annotations.NullMarked;
