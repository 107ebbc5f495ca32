/** Tests of the loader. */
@NullMarked
package io.sluice.loader.doctor;

import org.jspecify.annotations.NullMarked;
