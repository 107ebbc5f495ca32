/** Tests of the comparison of cold clients: that it runs, not how fast. */
@NullMarked
package io.sluice.bench.coldstart;

import org.jspecify.annotations.NullMarked;
