/** Tests of the package of the same name. */
@NullMarked
package io.sluice.bench.outage;

import org.jspecify.annotations.NullMarked;
