/* A small parallel program of the usual kind, whose trace is an example: a grid of points is smoothed by 8 x 4 ranks. In
 * each step a rank exchanges the rim of its part with its four neighbours and computes; every 4th step all agree on the
 * largest change, and at the end the whole grid is transposed. scripts/capture-trace runs it under SimGrid's smpirun, where
 * computing is counted in operations instead of being done; with another MPI it computes. */
#include <mpi.h>
#include <stdlib.h>

enum { columns = 8, rows = 4, width = 512, height = 1024, steps = 16, rim_tag = 1 };

static void smooth(double* part, int points) {
#ifdef SMPI
  (void)part;
  smpi_execute_flops(6.0 * points);
#else
  for (int i = 1; i + 1 < points; ++i) part[i] = 0.5 * part[i] + 0.25 * (part[i - 1] + part[i + 1]);
#endif
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != columns * rows) MPI_Abort(MPI_COMM_WORLD, 2);

  const int points = width * height / ranks; /* of this rank's part */
  const int column = rank % columns, row = rank / columns;
  const int neighbours[4] = {(column + 1) % columns + row * columns, (column + columns - 1) % columns + row * columns,
                             column + (row + 1) % rows * columns, column + (row + rows - 1) % rows * columns};
  const int rim[4] = {height / rows, height / rows, width / columns, width / columns};
  double* part = calloc((size_t)points, sizeof(double));
  double* turned = calloc((size_t)points, sizeof(double));
  double* rims = calloc(8u * height, sizeof(double));

  int setup[4] = {width, height, steps, 0};
  MPI_Bcast(setup, 4, MPI_INT, 0, MPI_COMM_WORLD);
  for (int step = 0; step < steps; ++step) {
    MPI_Request requests[8];
    for (int side = 0; side < 4; ++side)
      MPI_Irecv(rims + side * height, rim[side], MPI_DOUBLE, neighbours[side], rim_tag + (side ^ 1), MPI_COMM_WORLD,
                &requests[side]);
    for (int side = 0; side < 4; ++side)
      MPI_Isend(rims + (4 + side) * height, rim[side], MPI_DOUBLE, neighbours[side], rim_tag + side, MPI_COMM_WORLD,
                &requests[4 + side]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    smooth(part, points);
    if (step % 4 == 3) {
      double change = 0, largest;
      MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
  }
  MPI_Alltoall(part, points / ranks, MPI_DOUBLE, turned, points / ranks, MPI_DOUBLE, MPI_COMM_WORLD);
  double sum = 0, all;
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  free(part);
  free(turned);
  free(rims);
  MPI_Finalize();
  return 0;
}
