/** The door to ion-java's allocator, which it shows to its own package only. */
@NullMarked
package com.amazon.ion.impl.bin;

import org.jspecify.annotations.NullMarked;
