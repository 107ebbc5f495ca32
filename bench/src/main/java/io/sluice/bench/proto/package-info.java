/** Protobuf messages, written and read without creating objects. */
@NullMarked
package io.sluice.bench.proto;

import org.jspecify.annotations.NullMarked;
