/* A small parallel program full of broadcasts, whose trace is an example: a dense matrix is factorized into L and U. Its
 * columns belong to the ranks in turn, a panel of some columns each. In each step the owner of the next panel factorizes
 * it and broadcasts it to all, who apply it to their panels to the right of it; every 8th step all agree on the largest
 * element. scripts/capture-trace runs it under SimGrid's smpirun, where computing is counted in operations instead of
 * being done; with another MPI it computes. */
#include <math.h>
#include <mpi.h>
#include <stdlib.h>

enum { size = 512, width = 8, panels = size / width };

/* The rows from the diagonal of a panel on, in a column after the other. */
static void factorize(double* panel, int rows) {
#ifdef SMPI
  (void)panel;
  smpi_execute_flops((double)width * width * rows);
#else
  for (int k = 0; k < width; ++k)
    for (int row = k + 1; row < rows; ++row) {
      panel[k * rows + row] /= panel[k * rows + k];
      for (int column = k + 1; column < width; ++column)
        panel[column * rows + row] -= panel[k * rows + row] * panel[column * rows + k];
    }
#endif
}

/* `own`: a panel further to the right, with all of its rows. */
static void apply(const double* panel, int rows, double* own) {
#ifdef SMPI
  (void)panel, (void)own;
  smpi_execute_flops(2.0 * width * width * rows);
#else
  for (int column = 0; column < width; ++column) {
    double* const part = own + column * size + (size - rows);
    for (int k = 0; k < width; ++k)
      for (int row = k + 1; row < rows; ++row) part[row] -= panel[k * rows + row] * part[k];
  }
#endif
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  const int own_panels = (panels - rank + ranks - 1) / ranks;
  double* own = calloc((size_t)own_panels * width * size, sizeof(double));
  double* panel = calloc((size_t)width * size, sizeof(double));
  for (int i = 0; i < own_panels * width; ++i) /* dominant on its diagonal: there is no need of pivots */
    for (int row = 0; row < size; ++row)
      own[i * size + row] = row == (i / width * ranks + rank) * width + i % width ? size : 1.0 / (1 + row + i);

  for (int step = 0; step < panels; ++step) {
    const int owner = step % ranks, rows = size - step * width;
    if (rank == owner) {
      double* const mine = own + (size_t)(step / ranks) * width * size;
      for (int i = 0; i < width * rows; ++i) panel[i] = mine[i / rows * size + step * width + i % rows];
      factorize(panel, rows);
      for (int i = 0; i < width * rows; ++i) mine[i / rows * size + step * width + i % rows] = panel[i];
    }
    MPI_Bcast(panel, width * rows, MPI_DOUBLE, owner, MPI_COMM_WORLD);
    for (int i = 0; i < own_panels; ++i)
      if (i * ranks + rank > step) apply(panel, rows, own + (size_t)i * width * size);
    if (step % 8 == 7) {
      double growth = 0, largest;
      for (int i = 0; i < own_panels * width * size; ++i) growth = fmax(growth, fabs(own[i]));
      MPI_Allreduce(&growth, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    }
  }
  free(own);
  free(panel);
  MPI_Finalize();
  return 0;
}
