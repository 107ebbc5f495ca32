/** Writing to a real region server in a process of its own, with each contender in a process of its own. */
@NullMarked
package io.sluice.bench.endtoend;

import org.jspecify.annotations.NullMarked;
