/** Tests of the comparison of new JVMs: which figures it makes of its measurements. */
@NullMarked
package io.sluice.bench.firstmillion;

import org.jspecify.annotations.NullMarked;
