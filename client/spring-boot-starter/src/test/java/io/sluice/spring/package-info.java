/** Tests of the starter; the same ones run with Spring Boot 3 and with 4. */
@NullMarked
package io.sluice.spring;

import org.jspecify.annotations.NullMarked;
