/**
 * Blocking interfaces of the asynchronous mutator: HBase's synchronous mutator, and scopes. May use
 * {@code retry} and {@code io.sluice}.
 */
@NullMarked
package io.sluice.internal.sync;

import org.jspecify.annotations.NullMarked;
