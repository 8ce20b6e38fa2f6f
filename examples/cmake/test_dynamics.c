/* Forward dynamics invert inverse dynamics, and the Coriolis matrix and gravity add up to the torques at constant speed. */
#include <math.h>
#include <stdio.h>

#include "puma560.h"

enum { N = PUMA560_COORDINATES };

static int differs(const char *what, const double found[N], const double expected[N])
{
    for (int k = 0; k < N; ++k) {
        if (!(fabs(found[k] - expected[k]) < 1e-9)) {
            printf("%s of coordinate %d: %.17g instead of %.17g\n", what, k, found[k], expected[k]);
            return 1;
        }
    }
    return 0;
}

int main(void)
{
    const double q[N] = {0.3, -0.6, 0.9, -0.2, 0.5, 1.1}, qd[N] = {0.4, -0.1, 0.7, 0.2, -0.9, 0.3};
    const double qdd[N] = {1.0, -2.0, 0.5, 3.0, -1.5, 0.8}, rest[N] = {0.0};
    double tau[N], found[N], C[N*N];

    puma560_inverse_dynamics(q, qd, qdd, tau);
    puma560_forward_dynamics(q, qd, tau, found);
    int wrong = differs("The acceleration", found, qdd);

    puma560_inverse_dynamics(q, qd, rest, tau);
    puma560_coriolis_matrix(q, qd, C);
    puma560_gravity(q, found);
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            found[i] += C[N*i + j]*qd[j];
    return wrong + differs("The torque", found, tau);
}
