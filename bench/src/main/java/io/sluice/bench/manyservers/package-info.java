/**
 * Measures the cost of a client with many servers, regions and mutators, and its behaviour when a tenth of the servers
 * die at once.
 */
@NullMarked
package io.sluice.bench.manyservers;

import org.jspecify.annotations.NullMarked;
