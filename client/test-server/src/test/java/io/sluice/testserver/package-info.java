/** Tests of the package of the same name. */
@NullMarked
package io.sluice.testserver;

import org.jspecify.annotations.NullMarked;
