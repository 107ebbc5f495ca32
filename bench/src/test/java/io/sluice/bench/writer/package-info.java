/** Tests of the package of the same name. */
@NullMarked
package io.sluice.bench.writer;

import org.jspecify.annotations.NullMarked;
