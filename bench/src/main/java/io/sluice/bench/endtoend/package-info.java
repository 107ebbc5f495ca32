/** Writing to a real region server in its own process, with each contender in its own process. */
@NullMarked
package io.sluice.bench.endtoend;

import org.jspecify.annotations.NullMarked;
