/** What was measured, as values, as JSON and as a table. Knows nothing of how it was measured. */
@NullMarked
package io.sluice.bench.result;

import org.jspecify.annotations.NullMarked;
