/** What it costs to find the region of each mutation, to sort by server and region, and to encode, as clusters grow. */
@NullMarked
package io.sluice.bench.grouping;

import org.jspecify.annotations.NullMarked;
