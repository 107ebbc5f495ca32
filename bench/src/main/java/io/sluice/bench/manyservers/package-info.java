/**
 * Measures what a client costs with many servers, many regions and many mutators, and what it does when a tenth of the servers die
 * at once.
 */
@NullMarked
package io.sluice.bench.manyservers;

import org.jspecify.annotations.NullMarked;
