/** Gives access to ion-java's package-private allocator. */
@NullMarked
package com.amazon.ion.impl.bin;

import org.jspecify.annotations.NullMarked;
